/** So many characters are compared at a time: fewer are met by chance, and words may be little longer. */
const PIECE = 4;

/**
 * Tells quickly whether any of the words may stand in a text: false is certain. Looks only at so many places of the text that a whole word
 * can not lie between them.
 */
export function mayHold(words: readonly string[]): (text: string) => boolean {
  const shortest = Math.min(...words.map(({ length }) => length));
  if (shortest < PIECE) return () => true;
  const pieces = new Set(
    words.flatMap((word) => Array.from({ length: word.length - PIECE + 1 }, (_, at) => pieceAt(word, at))),
  );
  const stride = shortest - PIECE + 1;
  return (text) => {
    for (let at = 0; at + PIECE <= text.length; at += stride) if (pieces.has(pieceAt(text, at))) return true;
    return false;
  };
}

/** A number for the characters there; others than ASCII may share theirs. */
function pieceAt(text: string, at: number): number {
  let piece = 0;
  for (let index = at; index < at + PIECE; index += 1) piece = (piece << 7) ^ text.charCodeAt(index);
  return piece;
}
