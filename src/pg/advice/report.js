// The heat maps of hbase.report(): a click or the arrow keys select a field, and its region,
// window and counts are shown; two buttons zoom. Everything else works without this script.
'use strict';
for (const figure of document.querySelectorAll('figure.heat:has(.plot)')) {
	const plot = figure.querySelector('.plot'), ground = plot.querySelector('.none');
	const columns = plot.viewBox.baseVal.width, rows = plot.viewBox.baseVal.height;
	const windows = [...figure.querySelectorAll('.windows rect')], keys = [...figure.querySelectorAll('.keys .row')];
	const title = element => element.querySelector('title').textContent;
	const cells = new Map();
	let column = -1, row = 0, zoom = 1;

	for (const cell of plot.querySelectorAll('.cells rect'))
		cells.set(cell.getAttribute('x') + ' ' + cell.getAttribute('y'), cell);

	// The parts that need the script.
	const scroll = document.createElement('div'), tools = document.createElement('div');
	const detail = document.createElement('output'), mark = ground.cloneNode();
	const time = figure.querySelector('.time');
	scroll.className = 'scroll';
	time.replaceWith(scroll);
	scroll.append(time);
	detail.className = 'detail';
	detail.textContent = 'Select a field of the map for its region, window and counts.';
	mark.setAttribute('class', 'mark');
	mark.setAttribute('width', 1);
	mark.setAttribute('height', 1);
	tools.className = 'tools';
	const button = (text, label, factor) => {
		const made = document.createElement('button');
		made.type = 'button';
		made.textContent = text;
		made.setAttribute('aria-label', label);
		made.addEventListener('click', () => magnify(zoom * factor));
		tools.append(made);
		return made;
	};
	const less = button('\u2212', 'Zoom out', 1 / 2), more = button('+', 'Zoom in', 2);
	figure.append(tools, detail);

	function magnify(to) {
		const middle = column < 0 ? (scroll.scrollLeft + scroll.clientWidth / 2) / scroll.scrollWidth : (column + 0.5) / columns;
		zoom = to;
		scroll.className = zoom > 1 ? 'scroll zoom-' + zoom : 'scroll';
		scroll.scrollLeft = middle * scroll.scrollWidth - scroll.clientWidth / 2;
		less.disabled = zoom === 1;
		more.disabled = zoom === 8;
	}

	function select(x, y) {
		column = Math.max(0, Math.min(columns - 1, x));
		row = Math.max(0, Math.min(rows - 1, y));
		const cell = cells.get(column + ' ' + row);
		mark.setAttribute('x', column);
		mark.setAttribute('y', row);
		plot.append(mark);
		detail.textContent = [title(windows[column]).split('\n')[0], title(keys[row]),
			cell ? title(cell).split('\n').pop() : 'no cells'].join('\n');
	}

	plot.addEventListener('click', event => {
		const box = ground.getBoundingClientRect();
		select(Math.floor((event.clientX - box.left) / box.width * columns),
			Math.floor((event.clientY - box.top) / box.height * rows));
	});
	plot.setAttribute('tabindex', 0);
	plot.setAttribute('role', 'application');
	plot.setAttribute('aria-label', 'heat map; the arrow keys select a field');
	plot.addEventListener('keydown', event => {
		const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
		if (step) {
			event.preventDefault();
			select(column < 0 ? 0 : column + step[0], column < 0 ? 0 : row + step[1]);
			mark.scrollIntoView({ block: 'nearest', inline: 'nearest' });
		}
	});
	magnify(1);
}
