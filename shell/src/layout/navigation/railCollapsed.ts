/** The preference that keeps whether the rail shows icons only. */
export const railCollapsed = 'shell.rail_collapsed';
