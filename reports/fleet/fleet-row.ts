import type { Certificate, CertifiedRequirement } from '../certificate/certificate-schema.ts';
import { grouped } from '../words/grouped.ts';
import { anchorOf } from '../page/anchor.ts';
import type { RowVerdict } from '../page/rows/row-verdict.ts';
import { sectionOf } from '../page/rows/section-of.ts';
import { plain } from '../words/plain.ts';
import { verdictWords } from '../words/verdict-words.ts';
import type { FleetPast, FleetRow, FleetRun, FleetTrouble } from './fleet-schema.ts';

/** What a target's turn came to: a run with its folder below the site's, or why there is none. */
export type Turn =
  { readonly certificate: Certificate; readonly dir: string } | { readonly trouble: FleetTrouble };

/** Times that are kept of each target: ten years of weeks, a year and a half of nights. */
const mostPast = 520;

/** The row of a target after its turn. One without a run keeps the run that it had. */
export function fleetRow(
  { id, name, at }: { readonly id: string; readonly name: string; readonly at: string },
  turn: Turn,
  before: FleetRow | undefined,
): FleetRow {
  const past = before?.history ?? [];
  if ('trouble' in turn) {
    const trouble = { ...turn.trouble, message: plain(turn.trouble.message) };
    return {
      id,
      name,
      ...(before?.run && { run: before.run }),
      trouble,
      history: latest([...past, { at, trouble: trouble.kind }]),
    };
  }
  const run = fleetRun(turn.certificate, turn.dir);
  const { verdict, dir, counts } = run;
  const { pass, fail, untested } = counts;
  return { id, name, run, history: latest([...past, { at, verdict, pass, fail, untested, dir }]) };
}

const latest = (past: readonly FleetPast[]): FleetPast[] => past.slice(-mostPast);

function fleetRun(certificate: Certificate, dir: string): FleetRun {
  const { requirements, scope, target, night } = certificate;
  const { verdict, rest } = verdictWords(certificate);
  return {
    started_at: certificate.started_at,
    dir,
    verdict: certificate.verdict,
    says: [verdict, rest, ...certificate.reasons]
      .filter(Boolean)
      .map((part) => plain(String(part)))
      .join('; '),
    complete: scope?.complete === true,
    interfaces: [...target.interfaces],
    seed: certificate.seed,
    requests: certificate.totals.requests,
    duration_ms: certificate.duration_ms,
    counts: countsOf(requirements),
    sections: [...grouped(requirements, sectionOf)].flatMap(([title, rows]) => {
      const [first] = rows;
      if (first === undefined) return [];
      const { document, section } = first;
      return [{ document, section, anchor: anchorOf('section', title), ...countsOf(rows) }];
    }),
    broken: requirements.filter((row) => row.verdict === 'fail').map((row) => row.id),
    ...(night && { night: night.verdict }),
  };
}

function countsOf(rows: readonly CertifiedRequirement[]): FleetRun['counts'] {
  const of = (verdict: RowVerdict) => rows.filter((row) => row.verdict === verdict).length;
  return {
    pass: of('pass'),
    fail: of('fail'),
    warn: of('warn'),
    untested: of('untested'),
    not_applicable: of('not_applicable'),
  };
}
