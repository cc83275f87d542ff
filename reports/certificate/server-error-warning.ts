import type { CertifiedServerError } from './certificate-schema.ts';

/** That a kind of request is answered with a 5xx each time. */
export function serverErrorWarning({
  request,
  http,
  times,
}: Pick<CertifiedServerError, 'request' | 'http' | 'times'>): string {
  return `${request} is answered with ${http} each time: ${times} of ${times}`;
}

/** The shortest sequence that shows it, a line a request; `show` prepares the text of a request or an answer. */
export function serverErrorLines(
  { example }: CertifiedServerError,
  show: (text: string) => string = (text) => text,
): readonly string[] {
  return example.steps.map(({ step, request, answer }) => `${step}  ${show(request)} → ${show(answer)}`);
}
