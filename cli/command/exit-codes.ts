/** Exit status of every verb. */
export const exitCodes = {
  conformant: 0,
  nonconformant: 1,
  usage: 2,
  inconclusive: 3,
  interrupted: 130,
} as const;

/** The end of a verb's help. */
export const exitHelp = `
Exit status:
  0    conformant
  1    not conformant
  2    wrong usage or settings, or the folder can't be made
  3    inconclusive: the target could not be reached, too much was left untested or left out by --only, the core of an
       interface can't be tried with these settings, or the folder can't be written any more
  130  interrupted; what was done so far is written`;
