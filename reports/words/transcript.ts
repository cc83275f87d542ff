import type { TranscriptLine } from '../../harness/journal/journal-records.ts';

/** What a step uses, as text: `payment#1`, the first payment that the sequence made. */
export function usesText(line: TranscriptLine, transcript: readonly TranscriptLine[]): string {
  return Object.entries(line.uses)
    .map(([role, maker]) => `${role}#${ordinal(role, maker, transcript)}`)
    .join(' ');
}

/** Counts the steps that made something for this role, in the order in which they ran. */
function ordinal(role: string, maker: string, transcript: readonly TranscriptLine[]): number {
  const used = new Set(transcript.map(({ uses }) => uses[role]));
  const makers = transcript.map(({ step }) => step).filter((step) => used.has(step));
  return makers.indexOf(maker) + 1;
}
