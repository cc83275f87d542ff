import { z } from 'zod';
import type { Recorded } from '../records/recorded.ts';

/** Lines of a journal that were left out, counted from 1 in its file. */
export const damageSchema = z.object({
  /** `unreadable`: no whole record. `repeated`: records that stood there before. `missing`: records that should stand before line `from`. */
  what: z.enum(['unreadable', 'repeated', 'missing']),
  from: z.number(),
  to: z.number(),
});
export type JournalDamage = Recorded<typeof damageSchema>;

/** The damage of a journal, with neighbouring lines of one kind together. */
export class DamageList {
  readonly #damage: JournalDamage[] = [];

  add(what: JournalDamage['what'], line: number): void {
    const last = this.#damage.at(-1);
    if (last?.what === what && last.to === line - 1)
      this.#damage[this.#damage.length - 1] = { ...last, to: line };
    else this.#damage.push({ what, from: line, to: line });
  }

  get all(): readonly JournalDamage[] {
    return [...this.#damage];
  }
}
