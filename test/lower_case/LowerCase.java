/*
 * LowerCase
 *		Writes how Java converts each character to lower case, in two forms: as
 *		the C table of src/core/filter/lower_case.c ("table"), and character by
 *		character for the test of that table ("vectors").
 */
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

public class LowerCase
{
	/* Characters first, first + step, ... last, each moved by delta. */
	record Run(int first, int last, int step, int delta)
	{
	}

	/* As String.toLowerCase(Locale.ROOT), which HBase calls, sees one character. */
	static int[] lower(int c)
	{
		return Character.toString(c).toLowerCase(Locale.ROOT).codePoints().toArray();
	}

	static boolean isSurrogate(int c)
	{
		return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
	}

	static String hex(String text)
	{
		return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
	}

	static List<Run> runs()
	{
		List<Run> runs = new ArrayList<>();
		Run run = null;

		for (int c = 0; c <= Character.MAX_CODE_POINT; c++)
		{
			int[] to = isSurrogate(c) ? new int[] {c} : lower(c);

			if (to.length > 1 || to[0] == c)
				continue;
			int delta = to[0] - c;

			if (run != null && run.delta == delta && run.first == run.last && c - run.last <= 2)
				run = new Run(run.first, c, c - run.last, delta);
			else if (run != null && run.delta == delta && c - run.last == run.step)
				run = new Run(run.first, c, run.step, delta);
			else
			{
				if (run != null)
					runs.add(run);
				run = new Run(c, c, 1, delta);
			}
		}
		runs.add(run);
		return runs;
	}

	public static void main(String[] args)
	{
		if (args[0].equals("table"))
		{
			for (Run run : runs())
				System.out.printf("\t{0x%04x, 0x%04x, %d, %d},%n", run.first, run.last, run.step, run.delta);
			return;
		}
		System.out.println("hex\tlower_hex");
		for (int c = 0; c <= Character.MAX_CODE_POINT; c++)
		{
			String character = isSurrogate(c) ? "" : Character.toString(c);
			String lower = character.toLowerCase(Locale.ROOT);

			if (!lower.equals(character))
				System.out.println(hex(character) + "\t" + hex(lower));
		}
	}
}
