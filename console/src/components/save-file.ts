/** Saves a file in the browser's folder of downloads. @param type its media type, if the parts have none */
export function saveFile(name: string, parts: readonly BlobPart[], type = ''): void {
  const url = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
