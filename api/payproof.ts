/** Certifies a server from a program of your own: `docs/exports/payproof.md` describes it. */
export { certify, type Certified, type CertifyOptions } from './certify.ts';
export { replay, type Replayed, type ReplayedStep, type ReplayOptions } from './replay.ts';
export type { RunChoices, TargetChoice } from './options.ts';
export type { Scope } from '../harness/means/scope.ts';
export { SettingsError } from '../harness/settings/settings-error.ts';
export { Unreachable, Unwritable } from '../harness/preflight/trouble.ts';
export { certificateSchema, type Certificate } from '../reports/certificate/certificate-schema.ts';
