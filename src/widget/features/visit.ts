/**
 * Returns the URL of the page that the homeowner sees. Site builders such as Wix put embedded code into an iframe. The
 * iframe's own URL says nothing about the page.
 */
export const pageUrl = (): string => (window.parent === window ? '' : document.referrer) || location.href;

/** How the homeowner got to the page: the referring page, and the campaign in the page's URL. */
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
