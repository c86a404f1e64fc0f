/** The result of `work`, or of `late` once `ms` have passed. The work then continues, but its outcome is ignored. */
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
