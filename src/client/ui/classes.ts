import { clsx, type ClassValue } from 'clsx';

/** Joins class names. Leaves out false, null and undefined. */
export const classes = (...values: ClassValue[]): string => clsx(values);
