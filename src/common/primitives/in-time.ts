/** What `work` comes to, or what `late` says or throws once `ms` have passed; the work goes on unheard. */
export async function inTime<Result>(work: Promise<Result>, ms: number, late: () => Result | Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  }).then(late);
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
