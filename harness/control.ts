import type { Observation } from '../engine/model.ts';
import type { ControlCall, Reply } from '../models/wire.ts';
import { openClient } from './client.ts';
import { toHttp } from './request.ts';
import type { Target } from './settings.ts';
import { Unreachable } from './trouble.ts';

/** The control interface of a target, which prepares its data and moves its clock. Never judged. */
export interface Control {
  /** Its capabilities; none without a control block, or on 404 or 501. Throws Unreachable when something else answers, or nothing. */
  capabilities(): Promise<readonly string[]>;
  send(call: ControlCall): Promise<Observation<Reply>>;
  close(): Promise<void>;
}

/** Opens the control interface of a target; without a control block it offers nothing. */
export function openControl(target: Target): Control {
  const client = openClient({ connections: 2, timeoutMs: target.limits.timeoutMs });
  const send = (call: ControlCall) => client.send(toHttp(call, target));
  return {
    send,
    async capabilities() {
      if (target.control === undefined) return [];
      const at = `${target.control.url} (targets.${target.name}.control.url)`;
      const answer = await send({
        to: 'control',
        operation: 'capabilities',
        method: 'GET',
        path: '/capabilities',
      });
      if ('lost' in answer) throw new Unreachable(`${at} does not answer: ${answer.lost}.`);
      const { http, body } = answer.reply;
      if (http === 404 || http === 501) return [];
      if (http === 401 || http === 403) {
        throw new Unreachable(
          `${at} refused the key: HTTP ${http}. Check targets.${target.name}.control.key.`,
        );
      }
      const offered = http >= 200 && http < 300 ? listOf(body) : undefined;
      if (offered === undefined) {
        throw new Unreachable(
          `${at} answered HTTP ${http} without a list of capabilities: it is not a control interface.`,
        );
      }
      return offered;
    },
    close: () => client.close(),
  };
}

function listOf(body: unknown): readonly string[] | undefined {
  if (typeof body !== 'object' || body === null || !('capabilities' in body)) return undefined;
  const { capabilities } = body;
  return Array.isArray(capabilities) ? capabilities.filter((item) => typeof item === 'string') : undefined;
}
