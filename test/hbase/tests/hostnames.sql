-- Host names, keyed by the reversed domain.
CREATE TABLE hostnames (hostname text PRIMARY KEY, base_domain text, agency text);
\copy hostnames FROM 'gov_hostnames.csv' CSV HEADER
CREATE VIEW hostnames_h AS
SELECT rowkey_from_text(rowkey_reverse_domain(hostname)) AS key, widerow_build('agency', agency, '', base_domain) AS h FROM hostnames;
