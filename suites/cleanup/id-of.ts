/** Longest id that is sent again. */
const longestId = 300;

/** An id that a target gave, or a text that we sent: undefined where it is none that could be sent again. */
export function idOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.length > 0 && value.length <= longestId ? value : undefined;
}
