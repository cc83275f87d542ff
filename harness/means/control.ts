import type { Observation } from '../../engine/model.ts';
import type { ControlCall, Reply } from '../../models/wire.ts';
import { openClient } from '../wire/client.ts';
import { toHttp } from '../wire/request.ts';
import { saidText, type Said } from '../records/run-identity.ts';
import type { Target } from '../settings/settings.ts';
import { Unreachable } from '../preflight/trouble.ts';

/** The control interface of a target, which prepares its data and moves its clock. Never judged. */
export interface Control {
  /** Its capabilities; none without a control block, or on 404 or 501. Throws Unreachable when something else answers, or nothing. */
  capabilities(): Promise<readonly string[]>;
  /** The same, with what it says of itself. */
  offer(): Promise<Offer>;
  send(call: ControlCall): Promise<Observation<Reply>>;
  close(): Promise<void>;
}

/** What a control interface offers, and what it says of itself. */
export interface Offer extends Pick<Said, 'controlVersion' | 'build'> {
  readonly capabilities: readonly string[];
}

/** Opens the control interface of a target; without a control block it offers nothing. */
export function openControl(target: Target): Control {
  const client = openClient(target, { connections: 2 });
  const send = (call: ControlCall) => client.send(toHttp(call, target));
  const offer = async (): Promise<Offer> => {
    if (target.control === undefined) return { capabilities: [] };
    const at = `${target.control.url} (targets.${target.name}.control.url)`;
    const answer = await send({
      to: 'control',
      operation: 'capabilities',
      method: 'GET',
      path: '/capabilities',
    });
    if ('lost' in answer) throw new Unreachable(`${at} does not answer: ${answer.lost}.`);
    const { http, body } = answer.reply;
    if (http === 404 || http === 501) return { capabilities: [] };
    if (http === 401 || http === 403) {
      throw new Unreachable(`${at} refused the key: HTTP ${http}. Check targets.${target.name}.control.key.`);
    }
    const offered = http >= 200 && http < 300 ? offerIn(body) : undefined;
    if (offered === undefined) {
      throw new Unreachable(
        `${at} answered HTTP ${http} without a list of capabilities: it is not a control interface.`,
      );
    }
    return offered;
  };
  return {
    send,
    offer,
    capabilities: async () => (await offer()).capabilities,
    close: () => client.close(),
  };
}

function offerIn(body: unknown): Offer | undefined {
  if (typeof body !== 'object' || body === null || !('capabilities' in body)) return undefined;
  const { capabilities, version, build } = body as Readonly<Record<string, unknown>>;
  if (!Array.isArray(capabilities)) return undefined;
  const [controlVersion, said] = [saidText(version), saidText(build)];
  return {
    capabilities: capabilities.filter((item) => typeof item === 'string'),
    ...(controlVersion !== undefined && { controlVersion }),
    ...(said !== undefined && { build: said }),
  };
}
