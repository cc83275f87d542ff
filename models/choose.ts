import type { Outcome } from '../engine/model.ts';
import type { Latitude } from '../spec/latitude.ts';

type Some<S, R, N> = Outcome<S, R, N> | readonly Outcome<S, R, N>[];

/**
 * The outcomes under the choices that a latitude permits; each then assumes its choice.
 * A choice may be left out when it cannot be distinguished or cannot happen. The first one is the ordinary one.
 */
export function choose<L extends Latitude, S, R, N>(
  latitude: L,
  byChoice: { readonly [C in L['choices'][number]]?: Some<S, R, N> },
): readonly Outcome<S, R, N>[] {
  const chosen: Outcome<S, R, N>[] = [];
  // A loop, for speed: every prediction calls this several times.
  for (const choice in byChoice) {
    // Shared by the outcomes that assume nothing else.
    const alone = { [latitude.id]: choice };
    for (const outcome of listed<S, R, N>(byChoice[choice as L['choices'][number]] ?? [])) {
      const assumes = outcome.assumes === undefined ? alone : { ...outcome.assumes, ...alone };
      chosen.push({ ...outcome, assumes });
    }
  }
  return chosen;
}

function listed<S, R, N>(outcomes: Some<S, R, N>): readonly Outcome<S, R, N>[] {
  return Array.isArray(outcomes) ? (outcomes as readonly Outcome<S, R, N>[]) : [outcomes as Outcome<S, R, N>];
}
