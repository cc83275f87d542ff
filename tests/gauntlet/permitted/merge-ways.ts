import type { ReferenceOptions } from '../../../reference/server.ts';
import type { Tampering } from '../support/proxy.ts';
import type { Ways } from './row.ts';

/** The options of a server that behaves in all these ways. Throws an Error where two contradict each other. */
export function mergedServers(rows: readonly Ways[]): ReferenceOptions {
  const servers = rows.flatMap(({ server }) => server ?? []);
  const others = servers.map(({ profile: _p, settings: _s, overrides: _o, ...rest }) => rest);
  return {
    ...united<ReferenceOptions>(others),
    profile: united(servers.map(({ profile }) => profile)),
    settings: united(servers.map(({ settings }) => settings)),
    overrides: servers.flatMap(({ overrides }) => overrides ?? []),
  };
}

function united<T extends object>(all: readonly (T | undefined)[]): T {
  const merged: Record<string, unknown> = {};
  for (const [name, value] of all.flatMap((one) => Object.entries(one ?? {}))) {
    if (name in merged) throw new Error(`two rows that go together both say ${name}`);
    merged[name] = value;
  }
  return merged as T;
}

/** What several proxies would do one after another. */
export function inTurn(all: readonly Tampering[]): Tampering {
  return {
    async control(request) {
      let changed = request;
      for (const { control } of all) changed = (await control?.(changed)) ?? changed;
      return changed;
    },
    async controlled(reply, request) {
      let changed = reply;
      for (const { controlled } of all) changed = (await controlled?.(changed, request)) ?? changed;
      return changed;
    },
    async before(request, socket) {
      let changed = request;
      for (const { before } of all) {
        const next = (await before?.(changed, socket)) ?? changed;
        if (next === 'taken') return 'taken';
        changed = next;
      }
      return changed;
    },
    async after(reply, request, socket) {
      let changed = reply;
      for (const { after } of all) {
        const next = (await after?.(changed, request, socket)) ?? changed;
        if (next === 'taken') return 'taken';
        changed = next;
      }
      return changed;
    },
  };
}
