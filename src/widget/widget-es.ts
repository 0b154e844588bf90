import { es } from './words/step-words.es.ts';

// The first script created this object and is waiting for this script to fill it.
if (window.Picket) window.Picket.words = { ...window.Picket.words, es };
