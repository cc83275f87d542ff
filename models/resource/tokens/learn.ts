import type { Step } from '../../../engine/model.ts';
import { at } from '../../checks.ts';
import type { Reply } from '../../wire.ts';
import { entries, hasPrefix } from '../forms.ts';
import { isInstant } from '../../../spec/instants.ts';
import { tokenKnown, withShown } from '../known-fields.ts';
import type { After, ResourceState, Token } from '../state.ts';
import { versionOf } from './object.ts';

/** The token with what a reply shows. Without a reply nothing is learned, and the version is unknown again. */
export function learnedToken(token: Token, after: After, reply: Reply | undefined): Token {
  if (reply === undefined) return { ...token, after: 'change', seen: false };
  const { body } = reply;
  const text = (name: string, holds: (value: unknown) => value is string) => {
    const value = at(body, [name]);
    return holds(value) ? value : undefined;
  };
  const version = versionOf(at(body, ['version_nr']));
  const stamp = text('updated_at', isInstant);
  return {
    ...token,
    after,
    seen: true,
    id: token.id ?? text('id', hasPrefix('tok_')),
    consumerId: token.consumerId ?? text('consumer_id', hasPrefix('con_')),
    deletedAt: token.deletedAt ?? text('deleted_at', isInstant),
    met: true,
    known: withShown(tokenKnown, token.known, body),
    suspendedAt: token.status.is === 'SUSPENDED' ? (token.suspendedAt ?? suspendedAt(body)) : undefined,
    waited: undefined,
    outside: undefined,
    version: version === undefined ? undefined : { last: version, least: 0, most: 0 },
    updated:
      stamp === undefined || stamp === token.updated?.stamp
        ? token.updated
        : { stamp, receivedAt: reply.receivedAt },
  };
}

function suspendedAt(body: unknown): string | undefined {
  const [one, ...others] = entries(at(body, ['suspensions']));
  const timestamp = one?.['timestamp'];
  return others.length === 0 && isInstant(timestamp) ? timestamp : undefined;
}

/** The state where a read of tokens got no answer: it may have been counted (version-on-read), so the next one shows nothing of that. */
export function afterLostRead(state: ResourceState, { uses }: Pick<Step, 'uses'>): ResourceState {
  const { token: key } = uses;
  return {
    ...state,
    tokens: Object.fromEntries(
      Object.entries(state.tokens).map(([name, token]) => [
        name,
        key === undefined || key === name ? { ...bumpVersion(token, 0), after: 'change' as const } : token,
      ]),
    ),
  };
}

/** The token after a request that raises its version by at least `least` and at most `most`. */
export function bumpVersion(token: Token, least: 0 | 1, most = 1): Token {
  const { version } = token;
  return {
    ...token,
    version: version && { last: version.last, least: version.least + least, most: version.most + most },
  };
}
