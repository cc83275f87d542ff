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
  0    conformant, in what was selected and could be tried: what was left out stands with the verdict
  1    not conformant; also where requests that overlap broke a requirement in most of their tries, though not in each: 8 of 9
  2    wrong usage or settings, or the folder can't be made
  3    inconclusive: the target could not be reached, what was selected could be tried and was not, the core of an interface
       can't be tried with these settings, anything was left out and --require-complete asks for all, or the folder can't be
       written any more
  130  interrupted; what was done so far is written`;
