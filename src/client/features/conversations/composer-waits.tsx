/** Reserves the space of a text composer until it loads, so that the conversation doesn't move. */
export const ComposerWaits = () => <div className="composer-waits h-[130px] grow md:h-[120px]" />;
