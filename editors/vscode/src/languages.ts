/** The languages, as package.json and the server call them. */
export const LANGUAGES = ["sprokit", "pinsight", "coil-hardware", "coil-target"];
