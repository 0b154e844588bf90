/** How long an export can be downloaded, in days by the business clock. Its zip is then deleted. */
export const EXPORT_DAYS = 7;

/** The most exports of a company in 24 hours. */
export const EXPORTS_A_DAY = 5;

/** How long a download address works, in minutes of wall-clock time. The screen gets a new one each time it asks. */
export const DOWNLOAD_MINUTES = 15;

const PERCENT = 100;

/** Returns how much of the rows is done, in whole percent. 100 only when all is done, because the zip still ends. */
export const exportProgress = (done: number, total: number | null): number =>
  total === null || total === 0 ? 0 : Math.min(PERCENT - 1, Math.floor((done / total) * PERCENT));

/** How many days after the request a company is deleted, by the business clock. Until then, owners can cancel it. */
export const DELETION_DAYS = 14;
