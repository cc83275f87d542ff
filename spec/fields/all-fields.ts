import type { RecordFields } from './field.ts';
import { legacyFields } from './legacy-fields.ts';
import { paymentFields } from './payment-fields.ts';
import { tokenFields } from './token-fields.ts';

/** The table of both documents: record × field × who may change it. The checks of the models and the faults of the reference come from it. */
export const allFields: readonly RecordFields[] = [...paymentFields, ...tokenFields, ...legacyFields];
