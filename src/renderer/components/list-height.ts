/** The greatest height of a list that opens from a field, in pixels: it leaves the title bar free in a low window. */
export const maxListHeight = () => Math.min(320, Math.round(window.innerHeight * 0.4));
