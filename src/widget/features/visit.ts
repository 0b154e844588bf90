/** The URL of the page that the homeowner sees: site builders such as Wix put embedded code into an iframe. */
export const pageUrl = (): string => (window.parent === window ? '' : document.referrer) || location.href;

/** How the homeowner came to the page: the page before it, and the campaign that its URL names. */
export const visit = () => {
  const landingPage = pageUrl();
  const { searchParams } = new URL(landingPage);
  const utm = (name: string) => searchParams.get(`utm_${name}`) ?? undefined;
  return {
    referrer: window.parent === window ? document.referrer : undefined,
    landingPage,
    utmSource: utm('source'),
    utmMedium: utm('medium'),
    utmCampaign: utm('campaign'),
    utmTerm: utm('term'),
    utmContent: utm('content'),
  };
};
