import { expect, test } from 'vitest';
import type { FleetRow, FleetSection } from '../../../reports/fleet/fleet-schema.ts';
import { fleetTable } from '../../../reports/fleet/fleet-table.ts';

const counts = { pass: 2, fail: 0, warn: 0, untested: 0, not_applicable: 0 };
const section = (document: 'legacy' | 'resource', name: string, fail = 0): FleetSection => ({
  ...counts,
  document,
  section: name,
  anchor: name,
  fail,
});

const target = (id: string, sections: readonly FleetSection[]): FleetRow => ({
  id,
  name: id,
  history: [],
  run: {
    started_at: '2026-01-31T09:00:00.000Z',
    dir: `targets/${id}`,
    verdict: 'conformant',
    says: '',
    complete: true,
    interfaces: [],
    seed: 1,
    requests: 1,
    duration_ms: 1,
    counts,
    sections: [...sections],
    broken: [],
  },
});

const columnsOf = (targets: readonly FleetRow[]): readonly (string | undefined)[] =>
  [...fleetTable(targets).text.matchAll(/upright">([^<]*)</g)].map(([, name]) => name);

test('the table begins with the sections that a target breaks, and has all in the order of their document', () => {
  const sections = [section('legacy', 'Events'), section('legacy', 'Introduction')];
  const sound = target('a', [...sections, section('legacy', 'Endpoints › Capture')]);
  const broken = target('b', [
    ...sections,
    section('legacy', 'Endpoints › Refund', 1),
    section('resource', 'Errors'),
  ]);
  expect(columnsOf([sound])).toEqual(['Introduction', 'Capture', 'Events']);
  expect(columnsOf([sound, broken])).toEqual(['Refund', 'Introduction', 'Capture', 'Events', 'Errors']);
});
