/** Whether no number of a JSON text has a fraction or an exponent of zero. */
export const hasPlainNumbers = (text: string): boolean => !/[:[,]-?\d+(?:\.0|e0)[,}\]]/.test(text);
