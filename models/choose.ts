import type { Outcome } from '../engine/model.ts';
import type { Latitude } from '../spec/latitude.ts';
import { withParts } from './with-checks.ts';
import type { Reply } from './wire.ts';

type Some<S, N> = Outcome<S, Reply, N> | readonly Outcome<S, Reply, N>[];

/**
 * The outcomes under the choices that a latitude permits; each then assumes its choice.
 * A choice may be left out when it cannot be distinguished or cannot happen. The first one is the ordinary one.
 */
export function choose<L extends Latitude, S, N>(
  latitude: L,
  byChoice: { readonly [C in L['choices'][number]]?: Some<S, N> },
): readonly Outcome<S, Reply, N>[] {
  const chosen: Outcome<S, Reply, N>[] = [];
  // A loop, for speed: every prediction calls this several times.
  for (const choice in byChoice) {
    const alone = assumptionOf(latitude, choice);
    for (const outcome of listed<S, N>(byChoice[choice as L['choices'][number]] ?? [])) {
      const assumes = outcome.assumes === undefined ? alone : { ...outcome.assumes, ...alone };
      chosen.push(withParts(outcome, { assumes }));
    }
  }
  return chosen;
}

/**
 * The same for a request that is accepted or refused. Where it may be refused for something else as well, a refusal settles nothing: it assumes
 * no choice.
 */
export function chooseUnlessOtherwise<S, N>(
  latitude: Latitude,
  { accepted, refused }: { readonly accepted: Some<S, N>; readonly refused: Some<S, N> },
  isOtherwise: boolean,
): readonly Outcome<S, Reply, N>[] {
  const taken = choose<Latitude, S, N>(latitude, { accepted });
  return isOtherwise
    ? [...listed(refused), ...taken]
    : [...choose<Latitude, S, N>(latitude, { refused }), ...taken];
}

const assumptions = new Map<string, Map<string, Readonly<Record<string, string>>>>();

/** One record for each choice, shared by all outcomes that assume nothing else. A cache of values: nothing in it depends on a run. */
function assumptionOf({ id }: Latitude, choice: string): Readonly<Record<string, string>> {
  let ofPoint = assumptions.get(id);
  if (ofPoint === undefined)
    assumptions.set(id, (ofPoint = new Map<string, Readonly<Record<string, string>>>()));
  let assumption = ofPoint.get(choice);
  if (assumption === undefined) ofPoint.set(choice, (assumption = Object.freeze({ [id]: choice })));
  return assumption;
}

function listed<S, N>(outcomes: Some<S, N>): readonly Outcome<S, Reply, N>[] {
  return Array.isArray(outcomes)
    ? (outcomes as readonly Outcome<S, Reply, N>[])
    : [outcomes as Outcome<S, Reply, N>];
}
