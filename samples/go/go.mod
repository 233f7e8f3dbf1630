module custody

go 1.19
