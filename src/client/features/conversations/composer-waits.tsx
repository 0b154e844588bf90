/** Reserves the composer's space until it's loaded, so that the conversation doesn't shift. */
export const ComposerWaits = () => <div className="composer-waits h-[130px] grow md:h-[120px]" />;
