int cn_placeholder;
