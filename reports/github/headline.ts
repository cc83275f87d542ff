import type { Certificate } from '../certificate/certificate-schema.ts';
import type { Nightly } from '../nightly/nightly-schema.ts';
import { nightLine, reachOf } from '../nightly/night-words.ts';
import { verdictLine } from '../words/verdict-words.ts';
import type { Annotation } from './commands.ts';

const ofRun = { conformant: 'notice', nonconformant: 'error', inconclusive: 'warning' } as const;
const ofNight = { quiet: 'notice', alarm: 'error', inconclusive: 'warning' } as const;

/** The verdict of a run in one line; of a night, what the night says, for its exit status follows that. */
export function headline(certificate: Certificate, night: Nightly | undefined): Annotation {
  if (night === undefined)
    return { level: ofRun[certificate.verdict], title: 'payproof', message: verdictLine(certificate) };
  return {
    level: ofNight[night.verdict],
    title: 'payproof nightly',
    message: nightLine(night, reachOf(night, night)),
  };
}
