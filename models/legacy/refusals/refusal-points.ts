import { common } from '../../../spec/legacy/common.ts';
import { legacyLatitudes as open } from '../../../spec/legacy/latitudes/latitudes.ts';
import type { Credential } from '../../wire.ts';

const elsewhere = {
  http: open.checksumHttp,
  status: open.checksumStatus,
  named: common.checksumStatus.id,
} as const;

/** A refusal whose status a table names, and the row about it. */
export type NamedStatus = typeof elsewhere;
/** The open point of a refusal whose status no table names for certain. */
export type OpenStatus = typeof open.authorizeChecksumStatus | typeof open.missingChecksumStatus;

/** The open points of a refusal for the checksum: for a wrong one by its operation, and for none at all (legacy, Errors). */
export const checksumPoints = {
  missing: { http: open.missingChecksumHttp, status: open.missingChecksumStatus },
  authorize: { http: open.authorizeChecksumHttp, status: open.authorizeChecksumStatus },
  update: elsewhere,
  close: elsewhere,
  capture: elsewhere,
  status: elsewhere,
  refund: elsewhere,
} as const;

/** The open points of a refusal for the body: for one that is no JSON object, and for one that lacks data (legacy, Errors). */
export const dataPoints = {
  noJson: { http: open.noJsonHttp, status: open.noJsonStatus },
  missing: { http: open.missingDataHttp, status: open.missingDataStatus },
} as const;

/** The rule that each kind of wrong key breaks by being taken (legacy, Authentication). */
export const keyRules: Readonly<Record<Exclude<Credential, 'valid'>, string>> = {
  missing: common.keyRequired.id,
  wrong: common.keyChecked.id,
  cut: common.keyChecked.id,
  longer: common.keyChecked.id,
  'other-case': common.keyChecked.id,
  public: common.keyChecked.id,
  'other-interface': common.keyChecked.id,
  'other-scheme': common.bearer.id,
};
