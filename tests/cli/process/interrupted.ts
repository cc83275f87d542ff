// A process that goes on after an interrupt: with `released`, as one whose run has ended meanwhile.
import { onInterrupt } from '../../../cli/command/interrupt.ts';

const { signal, release } = onInterrupt();
signal.addEventListener('abort', () => {
  if (process.argv[2] === 'released') release();
});
setInterval(() => undefined, 1000);
process.stdout.write('ready\n');
