/** Ends a script at the first line that is not the expected one: what would follow can't make them equal again. */
class Differs extends Error {}

/** The lines that a script notes. Where others are expected, it ends with the first that differs. */
export async function answersOf(
  script: (lines: string[], compared: () => void) => Promise<void>,
  expected?: readonly string[],
): Promise<readonly string[]> {
  const lines: string[] = [];
  let same = 0;
  const compared = () => {
    if (expected === undefined) return;
    while (same < lines.length && lines[same] === expected[same]) same += 1;
    if (same < lines.length) throw new Differs();
  };
  try {
    await script(lines, compared);
  } catch (error) {
    if (!(error instanceof Differs)) throw error;
  }
  return lines;
}
