import type { FailureRecord } from '../journal/journal-records.ts';

/** Each permitted answer in words, the nearest first: what it asks for and was not received. */
export function permittedWords({
  breaches,
  alsoPermitted = [],
}: Pick<FailureRecord, 'breaches' | 'alsoPermitted'>): readonly string[] {
  return [
    ...new Set(
      [breaches, ...alsoPermitted].map((one) => [...new Set(one.map(({ expected }) => expected))].join('; ')),
    ),
  ];
}
