/** Gives each operation its relative frequency in a machine, by its name; one that the table lacks stays as it is. */
export function weighed<O extends { readonly name: string }>(weights: Readonly<Record<string, number>>) {
  return (operation: O): O => {
    const weight = weights[operation.name];
    return weight === undefined ? operation : { ...operation, weight };
  };
}
