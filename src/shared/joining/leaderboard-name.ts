export const LONGEST_BOARD_NAME = 24
