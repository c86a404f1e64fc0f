/** The id of a background job in addresses: its name with hyphens for spaces. */
export function jobIdOf(name: string): string {
  return name.replaceAll(' ', '-');
}
