import { tryRowsOf } from './files/try-rows.ts';

await tryRowsOf(['report', 'diff', 'merge', '--resume', 'judge', 'replay']);
