import { tryRowsOf } from './files/try-rows.ts';

await tryRowsOf(['report', 'merge', '--resume', 'judge', 'replay']);
