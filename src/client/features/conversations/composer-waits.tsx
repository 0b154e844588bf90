/** The room that a composer for a text takes, until it is there: what was said stays where it is. */
export const ComposerWaits = () => <div className="h-[130px] grow md:h-[120px]" />;
