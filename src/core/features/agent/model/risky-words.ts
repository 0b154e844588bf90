/**
 * Matches promises, dates, legal terms, other prices and other companies. An answer may mention these only in sentences
 * that it copies word for word from facts or from our fixed sentences. Expects the output of `plainText`, in English or
 * Spanish. The pattern is broad, because discarding a harmless answer costs little: the guided conversation answers
 * instead.
 */
export const RISKY_WORDS = new RegExp(
  [
    // Discounts and money.
    String.raw`\b(?:discount\w*|deals?|sales?|coupons?|promo\w*|percent|free(?! to\b)|complimentary|waiv\w*|bonus|throw in|no (?:charge|cost|fee)|on us|half|double|dozens?|million|billion|grand|lowest|cheap\w*|best price|lower|reduc\w*|negotia\w*|match\w*|beat|financ\w*|installments?|payment plans?|deposits?|refund\w*|money back|lock in|honor|includ\w*|budget|affordable|save|savings?|credits?|rebates?|markdown)\b`,
    String.raw`\b(?:descuent\w*|rebaj\w*|ofertas?|promocion\w*|gratis|gratuit\w*|sin costo|regal\w*|mitad|doble|docenas?|barat\w*|mas bajo|mejor precio|iguala\w*|financia\w*|cuotas|plazos|deposito|anticipo|enganche|reembols\w*|incluy\w*|incluid\w*|ahorr\w*|por ciento)\b`,
    // Guarantees.
    String.raw`\b(?:guarante\w*|warrant\w*|promis\w*|assur\w*|ensur\w*|insur\w*|licen[sc]\w*|bonded|certif\w*|lifetime|forever|always|never|approv\w*|confirm\w*|reserv\w*|agreed|accepted|final price)\b`,
    String.raw`\b(?:garanti\w*|promet\w*|promes\w*|asegur\w*|licencia\w*|certific\w*|de por vida|para siempre|siempre|nunca|aprob\w*|confirm\w*|acordad\w*)\b`,
    // What someone will do, and when.
    String.raw`\b(?:we will|we'll|we can (?:come|start|begin|install|build|be|do|have|get|finish)|we could (?:come|start|begin|install)|i will|i'll|will (?:come|call|text|email|contact|reach|send|start|begin|arrive|install|finish|visit|be)|get back to|follow up|reach out|schedul\w*|appointments?|book(?:ed|ing|s)?|calendar|slots?|availab\w*|visit\w*|on-?site|crews?|deadline)\b`,
    String.raw`\b(?:tomorrow|today|tonight|weeks?|weekends?|months?|years?|days?|hours?|minutes?|soon|asap|right away|immediately|shortly|within|morning|afternoon|evening|noon|midnight|spring|summer|autumn|winter|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|april|june|july|august|september|october|november|december)\b`,
    String.raw`\b(?:iremos|vamos a|vendr\w*|llegar\w*|llamar(?:a|an|e|emos)|contactar\w*|enviar(?:a|an|e|emos)|empezar\w*|terminar\w*|instalar(?:a|an|e|emos)|programa\w*|citas?|agend\w*|visita\w*|disponib\w*|manana|hoy|semanas?|mes(?:es)?|dias?|horas?|minutos?|anos?|pronto|en seguida|enseguida|inmediat\w*|tarde|noche|primavera|verano|otono|invierno|lunes|martes|miercoles|jueves|viernes|sabado|domingo|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)\b`,
    // The law.
    String.raw`\b(?:permits?|permission|hoa|legal\w*|laws?|zoning|setbacks?|propert(?:y|ies) lines?|boundar\w*|survey\w*|easements?|liab\w*|contracts?|regulat\w*|building codes?|city codes?|neighbou?rs?)\b`,
    String.raw`\b(?:permisos?|ley(?:es)?|lindero\w*|limites? de (?:la )?propiedad|contratos?|reglament\w*|vecin\w*)\b`,
    // Other companies.
    String.raw`\b(?:competit\w*|other (?:compan\w*|contractors?|business\w*|fencers?|installers?|firms?)|another (?:company|contractor|business|installer|firm)|elsewhere|llc|inc|corp|home depot|lowe'?s|menards|costco|walmart|amazon|craigslist|angi|angie'?s|thumbtack|homeadvisor|yelp|ace hardware|tractor supply|superior fence|competidor\w*|otr[ao]s? (?:empresas?|companias?|contratistas?|negocios?))\b`,
    // The software itself.
    String.raw`\b(?:system prompt|instructions?|as an ai|language model|openai|anthropic|chatgpt|claude|tools?|json|company ?id|conversation ?id)\b`,
    // Links, placeholders and markup.
    String.raw`https?:|www\.|@|\b[a-z0-9-]+\.(?:com|net|org|io|us|biz|info|co|app)\b|[<>\[\]{}|\\]`,
  ].join('|'),
);
