import { faults } from '../../reference/faults.ts';
import { stdout } from '../command/terminal.ts';

/** Prints the faults that can be seeded: `faults --list` and `serve --faults`. */
export function listFaults(json = false): void {
  const rows = faults.map(({ id, requirement, summary }) => ({ id, requirement, summary }));
  if (json) stdout.json({ faults: rows });
  else stdout.text(rows.map((row) => `${row.id}\n    breaks ${row.requirement}: ${row.summary}`).join('\n'));
}
