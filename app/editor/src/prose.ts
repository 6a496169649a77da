/** Returns a message without the backticks around its code, for places that show plain text only. */
export const plain = (message: string): string => message.replace(/`([^`]*)`/g, "$1");

/** Groups the digits of a large number in threes. */
export const grouped = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, "\u202f");
